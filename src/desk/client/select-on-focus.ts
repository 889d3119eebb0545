/** A link that is there to be copied is selected whole. */
export function selectOnFocus(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-copy]')) {
    field.addEventListener('focus', () => field.select())
  }
}

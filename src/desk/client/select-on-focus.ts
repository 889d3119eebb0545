/** Selects a whole link that is there to be copied. */
export function selectOnFocus(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-copy]')) {
    field.addEventListener('focus', () => field.select())
  }
}

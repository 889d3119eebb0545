/** Selects the whole of a link that is shown for copying. */
export function selectOnFocus(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-copy]')) {
    field.addEventListener('focus', () => field.select())
  }
}

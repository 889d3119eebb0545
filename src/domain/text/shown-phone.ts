/** A stored US number (+18015550142) as "(801) 555-0142"; any other number as it's stored. */
export function shownPhone(stored: string): string {
  return stored.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

/** Spec 2: lower case, runs of other characters become one hyphen, none at the ends. */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Sent by the script of a page: the ids of the parts that it wants again, with commas in between. */
export const PARTS_HEADER = 'x-desk-parts'
/** Stream position at which a page was rendered, see desk-streams.ts. */
export const RENDERED_AT_HEADER = 'x-desk-rendered-at'

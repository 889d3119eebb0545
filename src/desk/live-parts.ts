/** Sent by a page's script: the ids of the parts to re-render, separated by commas. */
export const PARTS_HEADER = 'x-desk-parts'
/** Stream position at which a page was rendered, see desk-streams.ts. */
export const RENDERED_AT_HEADER = 'x-desk-rendered-at'

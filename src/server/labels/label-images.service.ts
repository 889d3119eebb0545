/** What is personal of a label: the picture, which has the address on it. */
export { forgetLabelImages } from './labels.queries.ts'

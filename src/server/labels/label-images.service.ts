/** The personal data of a label: the image, which has the address on it. */
export { forgetLabelImages } from './labels.queries.ts'

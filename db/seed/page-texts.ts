import type { Block } from '#domain/texts/slots.ts'

/** The story of the first blend, in the past tense: the only default page text that names a product. */
export const aboutStory: readonly Block[] = [
  {
    kind: 'paragraph',
    text: 'Our founder tried what the shelves had. The creams that worked smelled of a department store, and the labels were long. So she bought rosehip and jojoba, a dropper and a notebook, and wrote down what each drop did.',
  },
  {
    kind: 'paragraph',
    text: 'The first blend worth keeping was called Pure Bloom. It had six ingredients, and it still has. Friends asked for a bottle, then friends of friends, and the kitchen table became a bench with a scale that reads to a hundredth of a gram.',
  },
  { kind: 'heading', text: 'What hasn’t changed' },
  {
    kind: 'paragraph',
    text: 'We buy oils by harvest and open the drum before we pay for it. We blend what sells in a few weeks, and write the date on the box. If an ingredient doesn’t earn its place, it leaves the recipe; that is why the lists are short.',
  },
  {
    kind: 'paragraph',
    text: 'We sell cosmetics: things that make skin and hair look and feel good. When something is beyond an oil, we’d rather say so than sell you a bottle. Email us and a person will answer.',
  },
]

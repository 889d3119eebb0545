import { FACTS } from './facts.ts'
import { blocks, line, link, paragraph, searchSection, type TextPage } from './slots.ts'

export const ABOUT_TEXTS = {
  title: 'About',
  kind: 'page',
  facts: FACTS,
  sections: {
    head: {
      title: 'Top of the page',
      slots: {
        eyebrow: line('Small line', 'Our story', { max: 40 }),
        title: line('Heading', 'It began with one bottle and a dry winter', { isRich: true }),
        lead: paragraph(
          'Introduction',
          'Bloomera is a small workshop in Utah that blends botanical oils by hand. This is how it came about.',
        ),
      },
    },
    story: {
      title: 'Story',
      slots: {
        opening: paragraph(
          'First sentence, in large type',
          'The air at four and a half thousand feet takes the water out of everything: bread, guitars, cheeks.',
          { max: 250 },
        ),
        body: blocks({
          label: 'Story',
          min: 0,
          max: 40,
          initial: [
            {
              kind: 'paragraph',
              text: 'Our founder tried what the shelves had. The creams that worked smelled of a department store, and the labels were long. So she bought rosehip and jojoba, a dropper and a notebook, and wrote down what each drop did.',
            },
            {
              kind: 'paragraph',
              text: 'The first blend worth keeping was called Pure Bloom. It had six ingredients, and it still has. Friends asked for a bottle, then friends of friends, and the kitchen table became a bench with a scale that reads to a hundredth of a gram.',
            },
            { kind: 'heading', text: 'What has not changed' },
            {
              kind: 'paragraph',
              text: 'We buy oils by harvest and open the drum before we pay for it. We blend what sells in a few weeks, and write the date on the box. If an ingredient does not earn its place, it leaves the recipe; that is why the lists are short.',
            },
            {
              kind: 'paragraph',
              text: 'We sell cosmetics: things that make skin and hair look and feel good. When something is beyond an oil, we would rather say so than sell you a bottle. Write to us, and a person answers.',
            },
          ],
        }),
        button: link('Button', { label: 'Read the ingredients', to: '/ingredients' }),
        link: link('Link', { label: 'Write to us', to: '/contact' }),
      },
    },
    search: searchSection('About', 'How Bloomera began at a kitchen table in Utah, and why the recipes are short.'),
  },
} satisfies TextPage

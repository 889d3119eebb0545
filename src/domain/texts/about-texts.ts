import { aboutStory } from '#seed/page-texts.ts'
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
          initial: aboutStory,
        }),
        button: link('Button', { label: 'Read the ingredients', to: '/ingredients' }),
        link: link('Link', { label: 'Contact us', to: '/contact' }),
      },
    },
    search: searchSection('About', 'How Bloomera began at a kitchen table in Utah, and why the recipes are short.'),
  },
} satisfies TextPage

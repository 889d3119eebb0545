import { FACTS } from './facts.ts'
import { items, line, link, paragraph, searchSection, type TextPage } from './slots.ts'

const pointFields = {
  title: { label: 'Title', max: 40 },
  text: { label: 'Text', max: 120, isLong: true, isRich: true },
}

export const HOME_TEXTS = {
  title: 'Home',
  kind: 'page',
  facts: FACTS,
  sections: {
    hero: {
      title: 'Hero',
      slots: {
        eyebrow: line('Small line', 'Botanical skincare oils', { max: 40 }),
        headline: line('Headline', 'Slow oils for *quiet, luminous* skin', { max: 60, isRich: true }),
        text: paragraph(
          'Text',
          'Cold-pressed, blended by hand in small batches, and nothing on the label you’d have to look up.',
          { max: 200 },
        ),
        button: link('Button', { label: 'Shop All', to: '/shop-all' }),
        link: link('Link', { label: 'Build your routine', to: '/skin-finder' }),
      },
    },
    selling: {
      title: 'Selling points',
      slots: {
        points: items({
          label: 'Points',
          noun: 'point',
          fields: pointFields,
          min: 1,
          max: 3,
          initial: [
            { title: 'All botanical', text: 'Every drop is a plant oil, nothing to stretch it.' },
            { title: 'Small batches', text: 'Blended by hand and dated, never warehoused.' },
            { title: 'Gentle by design', text: 'No synthetic fragrance, no fillers, no hurry.' },
          ],
        }),
      },
    },
    needs: {
      title: 'Shop by need',
      lead: 'The cards themselves are in Products, under Collections.',
      slots: {
        title: line('Heading', 'Shop by Need', { max: 60 }),
        link: link('Link', { label: 'View all', to: '/shop-all' }),
      },
    },
    finder: {
      title: 'Skin finder',
      lead: 'Below it are the answers to its first question.',
      slots: {
        eyebrow: line('Small line', 'Skin finder', { max: 40 }),
        title: line('Heading', 'What would you like to change?', { max: 60, isRich: true }),
        text: paragraph('Text', 'Four questions, then a routine with the reason for each oil. We keep nothing.', {
          max: 200,
        }),
      },
    },
    featured: {
      title: 'Featured products',
      lead: 'The products themselves are in Products, under Home page.',
      slots: {
        title: line('Heading', 'Featured Products', { max: 60 }),
        link: link('Link', { label: 'Shop all', to: '/shop-all' }),
      },
    },
    difference: {
      title: 'The difference',
      slots: {
        eyebrow: line('Small line', 'The difference', { max: 40 }),
        title: line('Heading', 'What we leave out is the recipe', { isRich: true }),
        points: items({
          label: 'Points',
          noun: 'point',
          fields: pointFields,
          min: 1,
          max: 5,
          initial: [
            { title: 'Whole oils', text: 'We buy by harvest and press cold, so color and scent stay.' },
            { title: 'Nothing to hide', text: 'Every ingredient has its page, with what it’s rich in.' },
            {
              title: 'Three to five drops',
              text: 'Concentrated: an ounce of serum lasts about eleven weeks, morning and night.',
            },
          ],
        }),
      },
    },
    integrity: {
      title: 'Integrity',
      slots: {
        eyebrow: line('Small line', 'Ingredient integrity', { max: 40 }),
        title: line('Heading', 'Every plant earns its place.', { isRich: true }),
        button: link('Button', { label: 'Explore the glossary', to: '/ingredients' }),
      },
    },
    testimonials: {
      title: 'Testimonials',
      lead: 'The words are your customers’.',
      slots: {
        title: line('Heading', 'Kind words', { max: 60 }),
        link: link('Link', { label: 'All reviews', to: '/reviews' }),
      },
    },
    newsletter: {
      title: 'Newsletter',
      slots: {
        title: line('Heading', 'Ten percent for a first drop', { isRich: true }),
        text: paragraph('Text', 'Occasional emails: new harvests, how to use them, nothing loud.', { max: 200 }),
      },
    },
    search: searchSection(
      'Bloomera: botanical skincare oils',
      'Botanical oils for face, body and hair, blended by hand in small batches, with every ingredient explained.',
    ),
  },
} satisfies TextPage

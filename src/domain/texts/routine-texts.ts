import { FACTS } from './facts.ts'
import { items, line, link, paragraph, searchSection, type TextPage } from './slots.ts'

export const ROUTINE_ICONS = [
  ['cleanse', 'Cleanse'],
  ['hydrate', 'Hydrate'],
  ['treat', 'Treat'],
  ['moisturize', 'Moisturize'],
  ['seal', 'Seal'],
  ['sun', 'Sun'],
] as const

export const ROUTINE_TEXTS = {
  title: 'Routine Guide',
  kind: 'page',
  facts: FACTS,
  sections: {
    head: {
      title: 'Top of the page',
      slots: {
        eyebrow: line('Small line', 'Six steps', { max: 40 }),
        title: line('Heading', 'Routine Guide', { isRich: true }),
        lead: paragraph(
          'Introduction',
          'In this order, thin to thick. Skip what you don’t need, and keep the rest in order.',
        ),
      },
    },
    steps: {
      title: 'Steps',
      slots: {
        steps: items({
          label: 'Steps',
          noun: 'step',
          fields: {
            title: { label: 'Title', max: 80 },
            icon: { label: 'Icon', max: 20, choices: ROUTINE_ICONS },
            when: { label: 'When', max: 40 },
            text: { label: 'Text', max: 300, isLong: true, isRich: true },
          },
          min: 1,
          max: 10,
          initial: [
            {
              title: 'Cleanse',
              icon: 'cleanse',
              when: 'Morning and night',
              text: 'Wash with something mild and lukewarm water. In the morning, water alone is often enough. Pat, don’t rub.',
            },
            {
              title: 'Hydrate',
              icon: 'hydrate',
              when: 'Morning and night',
              text: 'A mist or a watery toner on skin that is still damp. Oil holds water in; it can’t add any.',
            },
            {
              title: 'Treat (Actives)',
              icon: 'treat',
              when: 'As directed',
              text: 'Anything with a job of its own goes on now, thin to thick. Give it a minute before the next step.',
            },
            {
              title: 'Moisturize (Optional)',
              icon: 'moisturize',
              when: 'As needed',
              text: 'A light cream, when the air is dry or the heat is on. Many people find they can leave it out.',
            },
            {
              title: 'Nourish + Seal with Bloomera facial oil serums',
              icon: 'seal',
              when: 'Morning and night',
              text: 'Warm 3-5 drops between your palms and press onto slightly damp or moisturized skin, face and neck. Press, wait, press again.',
            },
            {
              title: 'SPF (AM only)',
              icon: 'sun',
              when: 'Every morning',
              text: 'Sunscreen goes on last, once the oil has sunk in. No oil replaces it.',
            },
          ],
        }),
      },
    },
    end: {
      title: 'End of the page',
      slots: {
        button: line('Button', 'Choose a serum', { max: 40, hint: 'Leads to the first collection of the menu.' }),
        link: link('Link', { label: 'Compare them in the guide', to: '/product-guide' }),
      },
    },
    search: searchSection(
      'Routine Guide',
      'Six steps, in order: cleanse, hydrate, treat, moisturize, seal with three to five drops of oil, and sunscreen in the morning.',
    ),
  },
} satisfies TextPage

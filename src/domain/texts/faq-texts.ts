import { FACTS } from './facts.ts'
import { items, line, paragraph, searchSection, type TextPage } from './slots.ts'

export const FAQ_TEXTS = {
  title: 'Questions & answers',
  kind: 'page',
  lead: 'The page and its link in the footer appear with the first question you publish.',
  facts: FACTS,
  sections: {
    head: {
      title: 'Top of the page',
      slots: {
        eyebrow: line('Small line', 'Good to know', { max: 40 }),
        title: line('Heading', 'Questions & Answers', { isRich: true }),
        lead: paragraph('Introduction', 'What people ask us most.', { isOptional: true }),
      },
    },
    questions: {
      title: 'Questions',
      slots: {
        questions: items<'question' | 'answer'>({
          label: 'Questions',
          noun: 'question',
          fields: {
            question: { label: 'Question', max: 150 },
            answer: { label: 'Answer', max: 1500, isLong: true, isRich: true },
          },
          min: 0,
          max: 40,
          initial: [],
        }),
      },
    },
    search: searchSection('Questions & Answers', 'Answers to what people ask about our oils, orders and shipping.'),
  },
} satisfies TextPage

import { FACTS } from './facts.ts'
import { blocks, line, paragraph, searchSection, type TextPage } from './slots.ts'

export const CONTACT_TEXTS = {
  title: 'Contact',
  kind: 'page',
  lead: 'Phone, email, address and hours come from Settings.',
  facts: FACTS,
  sections: {
    head: {
      title: 'Top of the page',
      slots: {
        eyebrow: line('Small line', 'A person answers', { max: 40 }),
        title: line('Heading', 'Contact', { isRich: true }),
        lead: paragraph('Introduction', 'We reply {replyTime}, usually sooner.', { max: 250 }),
      },
    },
    reach: {
      title: 'How to reach you',
      slots: {
        title: line('Heading', 'How to reach us', { max: 60 }),
        button: line('Button', 'Send Us an Email', { max: 40 }),
      },
    },
    hours: { title: 'Hours', slots: { title: line('Heading', 'Hours', { max: 60 }) } },
    reaction: {
      title: 'Reactions',
      slots: {
        title: line('Heading', 'Had a reaction?'),
        text: paragraph(
          'Text',
          'Stop using it, keep the bottle, and tell us what happened and the batch number under the label. We keep a record of every report. If it’s more than a passing irritation, see a doctor first.',
          { max: 600 },
        ),
      },
    },
    more: {
      title: 'More',
      slots: { body: blocks({ label: 'Anything else, below the rest', min: 0, max: 20, initial: [] }) },
    },
    search: searchSection('Contact', 'Phone, email and hours. A person replies {replyTime}.'),
  },
} satisfies TextPage

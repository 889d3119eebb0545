import { FACTS } from './facts.ts'
import { items, line, paragraph, searchSection, type TextPage } from './slots.ts'

/** True of every shop that runs this software: what depends on the owner is a placeholder or a link. */
const COMMON_QUESTIONS = [
  {
    question: 'How much is shipping?',
    answer:
      '{shippingRate} per order, and free over {freeShippingFrom} before any discount. We ship within the United States. [Shipping & Returns](/shipping-returns) has the rest.',
  },
  {
    question: 'Do you ship outside the United States?',
    answer: 'No, only within the United States. [Shipping & Returns](/shipping-returns) has the rest.',
  },
  {
    question: 'Where is my order?',
    answer:
      'The link in your confirmation email always shows where it is. If you can’t find that email, [look up your order](/order) with its number and your email address.',
  },
  {
    question: 'Can I cancel or change an order?',
    answer:
      'You can cancel on your order page until we’ve packed it. To change something, email {email} or call {phone}; we reply {replyTime}.',
  },
  {
    question: 'Can I return a bottle?',
    answer:
      'See [Shipping & Returns](/shipping-returns). If something arrives broken, or isn’t what you ordered, email us a picture.',
  },
  {
    question: 'Which oil is for me?',
    answer:
      'The [skin finder](/skin-finder) asks four questions and suggests a routine, with the reasons. On [Shop All](/shop-all) you can filter by skin type and leave out nuts, coconut or essential oils.',
  },
  {
    question: 'How do I use a face oil?',
    answer:
      'Three to five drops on slightly damp or moisturized skin. The [routine guide](/routine-guide) has the order of steps.',
  },
  {
    question: 'Should I do a patch test?',
    answer:
      'Yes, with every new oil, especially if your skin is sensitive or you have allergies. Each oil’s page says how, and lists every ingredient. If your skin reacts, stop using it and [tell us](/contact).',
  },
  {
    question: 'Can I use your oils while pregnant or nursing?',
    answer:
      'Ask your doctor first, and bring the ingredient list: it’s on each oil’s page. Our [glossary](/ingredients) says what each ingredient is, and on [Shop All](/shop-all) you can leave out essential oils.',
  },
  {
    question: 'Do your oils expire?',
    answer:
      'Every plant oil goes stale in time, some sooner than others. Keep the cap on and the bottle cool, go by the label, and if it smells stale, stop using it.',
  },
  {
    question: 'Is it safe to pay here?',
    answer: 'Yes. You type your card into a form from Square, our payment provider. We never see your card number.',
  },
  {
    question: 'Where do I enter a discount code?',
    answer:
      'At checkout, below your address. For 10% off your first order, sign up for our emails at the bottom of the page; your code appears right away.',
  },
  {
    question: 'Do you have gift cards?',
    answer:
      'No. An oil makes a good gift, though: see our [gift ideas](/shop-all?search=gift). At checkout, enter the address it should go to.',
  },
  {
    question: 'Are the reviews real?',
    answer:
      'A person reads every review before it appears, and we never hide critical ones. [How our reviews work](/our-reviews) says how they’re collected and checked.',
  },
]

export const FAQ_TEXTS = {
  title: 'Questions & answers',
  kind: 'page',
  lead: 'Without a question, the page and its link in the footer disappear.',
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
          initial: COMMON_QUESTIONS,
        }),
      },
    },
    search: searchSection('Questions & Answers', 'Answers to what people ask about our oils, orders and shipping.'),
  },
} satisfies TextPage

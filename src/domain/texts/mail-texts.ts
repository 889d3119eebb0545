import { line, paragraph, type TextPage, type TextRules } from './slots.ts'

const subject = (initial: string, rules: Partial<TextRules> = {}) => line('Subject', initial, { max: 100, ...rules })
const preview = (initial: string, rules: Partial<TextRules> = {}) =>
  line('Preview', initial, { max: 150, hint: 'Stands beside the subject in an inbox.', ...rules })
const heading = (initial: string, rules: Partial<TextRules> = {}) => line('Heading', initial, rules)
const text = (label: string, initial: string, rules: Partial<TextRules> = {}) =>
  paragraph(label, initial, { max: 600, isRich: false, ...rules })
const note = () =>
  paragraph('Your own paragraph', '', {
    max: 600,
    isRich: false,
    isOptional: true,
    hint: 'At the end. Leave it empty for none.',
  })

const ORDER = ['order', 'name']
const inOrder = { required: ['order'] }
const inGreeting = { required: ['name'] }

/** What customers get by email. Amounts, addresses, tracking and what the law requires can't be changed. */
export const MAIL_TEXTS = {
  'mail-welcome': {
    title: 'Welcome',
    kind: 'email',
    lead: 'To new subscribers, with their code.',
    facts: [],
    sections: {
      email: {
        title: 'Email',
        slots: {
          subject: subject('Your code: 10% off your first order'),
          preview: preview('The code you asked for, good for one first order.'),
          eyebrow: line('Small line', 'Welcome', { max: 40 }),
          heading: heading('Ten percent for a first drop'),
          intro: text('Above the code', 'Thank you for joining. This is the code you asked for:'),
          how: text(
            'Below the code',
            'Use the button, and the code is applied at checkout. It takes 10% off your first order with this email address.',
          ),
          button: line('Button', 'Shop with your code', { max: 40 }),
          end: text('End', 'You’ll hear from us now and then: new harvests, how to use them, nothing loud.'),
          note: note(),
        },
      },
    },
  },
  'mail-order-confirmation': {
    title: 'Order confirmation',
    kind: 'email',
    lead: 'Right after a payment, with what was ordered and where it goes.',
    facts: [...ORDER, 'total'],
    sections: {
      email: {
        title: 'Email',
        slots: {
          subject: subject('Your order {order}', inOrder),
          preview: preview('We have your order and your payment of {total}.'),
          heading: heading('Thank you, {name}'),
          intro: text('Above the receipt', 'Your payment went through and we’re getting your order ready.'),
          end: text('End', 'We’ll email you when it ships.'),
          note: note(),
        },
      },
    },
  },
  'mail-shipped': {
    title: 'Shipped',
    kind: 'email',
    lead: 'When an order leaves, with its tracking. One of several packages and a corrected tracking number have words of their own.',
    facts: ORDER,
    sections: {
      email: {
        title: 'Email',
        slots: {
          subject: subject('Order {order} is on its way', inOrder),
          preview: preview('Your order has shipped.'),
          heading: heading('On its way to you'),
          intro: text('Above the tracking', 'Hello {name}, your order has shipped.', inGreeting),
          track: line('Tracking button', 'Track your package', { max: 40 }),
          care: text(
            'Care',
            'Keep the bottles cool and out of the sun, and try a new oil on a small patch of skin first.',
          ),
          note: note(),
        },
      },
    },
  },
  'mail-delayed': {
    title: 'Delay notice',
    kind: 'email',
    lead: 'The new date and the customer’s right to cancel are added by the shop: the law requires them.',
    facts: ORDER,
    sections: {
      email: {
        title: 'Email',
        slots: {
          subject: subject('Order {order} is delayed', inOrder),
          preview: preview('You can wait for it, or get a full refund.'),
          heading: heading('Your order is delayed'),
          intro: text('Greeting', 'Hello {name}, your order hasn’t shipped yet, and we’re sorry.', inGreeting),
          note: note(),
        },
      },
    },
  },
  'mail-refunded': {
    title: 'Refund',
    kind: 'email',
    facts: [...ORDER, 'amount'],
    sections: {
      email: {
        title: 'Email',
        slots: {
          subject: subject('Order {order}: {amount} refunded', { required: ['order', 'amount'] }),
          preview: preview('It goes back to the card you paid with.'),
          heading: heading('{amount} is on its way back'),
          whole: text(
            'Whole order',
            'Hello {name}, we’ve refunded your order: {amount} to the card you paid with. Banks usually take 2 to 7 business days to show it.',
            { required: ['name', 'amount'] },
          ),
          part: text(
            'Part of an order',
            'Hello {name}, we’ve refunded part of your order: {amount} to the card you paid with. Banks usually take 2 to 7 business days to show it.',
            { required: ['name', 'amount'] },
          ),
          note: note(),
        },
      },
    },
  },
  'mail-cancelled': {
    title: 'Canceled order',
    kind: 'email',
    lead: 'How much goes back, and when, is added by the shop.',
    facts: ORDER,
    sections: {
      email: {
        title: 'Email',
        slots: {
          subject: subject('Order {order} is canceled', inOrder),
          heading: heading('Your order is canceled'),
          intro: text('Greeting', 'Hello {name}, your order is canceled and nothing will ship.', inGreeting),
          note: note(),
        },
      },
    },
  },
} satisfies Record<`mail-${string}`, TextPage>

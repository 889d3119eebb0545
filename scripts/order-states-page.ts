import path from 'node:path'
import { deskActions } from '#domain/orders/desk-actions.ts'
import {
  FIRST_STATES,
  nextState,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  type OrderTransition,
  TRANSITION_NAMES,
} from '#domain/orders/order-states.ts'

const DECISION = 'docs/decisions/035-order-states.md'

/** The text of docs/order-states.md: a readable version of `src/domain/orders/order-states.ts`. */
export function renderOrderStates(): string {
  return `# Order states

Written by \`npm run order-states\` from \`src/domain/orders/order-states.ts\`; a test fails if it is out of date. Why there
is one table: [decision 035](${path.relative('docs', DECISION)}).

\`\`\`mermaid
${renderDiagram().join('\n')}
\`\`\`

${renderTable(['transition', 'by', 'when', 'sets', 'clears', 'code and bottles'], TRANSITION_NAMES.map(transitionCells))}

A transition is one conditional update (\`moveOrder\`): it changes nothing unless the order is in a state it starts from.

${renderTable(
  ['state', 'what the desk offers, the next step first'],
  ORDER_STATES.map((state) => [code(state), deskActions(state).map(code).join(', ') || 'nothing']),
)}

A refund in part moves no order: \`orders.refunded_cents\` tells it. Whether the desk offers a refund depends on what is
left of the payment, not on the state.
`
}

function renderDiagram(): string[] {
  const isFinal = (state: (typeof ORDER_STATES)[number]) =>
    TRANSITION_NAMES.every((transition) => nextState(state, transition) === undefined)
  return [
    'stateDiagram-v2',
    ...Object.entries(FIRST_STATES).map(([origin, state]) => `  [*] --> ${state}: ${origin}`),
    ...TRANSITION_NAMES.flatMap((transition) => {
      const { from, to } = ORDER_TRANSITIONS[transition]
      return from.map((state) => `  ${state} --> ${to}: ${transition}`)
    }),
    ...ORDER_STATES.filter(isFinal).map((state) => `  ${state} --> [*]`),
  ]
}

function transitionCells(transition: OrderTransition): string[] {
  const { by, when, moments, releases } = ORDER_TRANSITIONS[transition]
  const changed = (isCleared: boolean) =>
    Object.entries(moments)
      .filter(([, change]) => (change === 'clear') === isCleared)
      .map(([moment]) => code(moment))
      .join(', ')
  return [code(transition), by, when, changed(false), changed(true), releases ? 'released' : 'kept']
}

/** Pads columns as the formatter does. */
function renderTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, index) =>
    Math.max(...[head, ...rows].map((row) => row[index]?.length ?? title.length)),
  )
  const line = (cells: string[]) => `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}

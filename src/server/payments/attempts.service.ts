/** What a checkout may do with its payment attempt, inside its own transaction. */
export { type AttemptRow, findAttempt, insertAttempt, lockCheckout } from './payments.queries.ts'

/** What a checkout may do with its payment attempt, inside its own transaction. */
export {
  type AttemptRow,
  findAttempt,
  findAttemptBySource,
  findAttemptOfRequest,
  insertAttempt,
  listAttempts,
  lockCheckout,
} from './payments.queries.ts'

import { Confirmation } from '#desk/views/frame/confirmation.tsx'
import { QUESTION, QUESTION_WITHOUT, questionAbout } from '#domain/operators/confirm-question.ts'
import type { PageContent, Visit } from './visit.tsx'

type Asked = Pick<Visit, 'c' | 'form' | 'nextPath'>

/** The confirmation page for a question carried by a form; undefined if there is none. */
export async function openQuestion(visit: Visit): Promise<PageContent | undefined> {
  const fields = await visit.form()
  const question = questionAbout((name) => fields.get(name) ?? '')
  fields.delete(QUESTION)
  fields.delete(QUESTION_WITHOUT)
  if (!question) return undefined
  return confirmationOf(visit, question, fields)
}

const CONFIRMED = 'confirmed'

/** A question that depends on the input, asked until the form comes back confirmed. */
export async function askAbout(visit: Asked, question: string): Promise<PageContent | undefined> {
  const fields = await visit.form()
  if (fields.get(CONFIRMED) === question) return undefined
  return confirmationOf(visit, question, [...fields, [CONFIRMED, question]])
}

function confirmationOf(visit: Asked, question: string, fields: Iterable<[string, string]>): PageContent {
  const { req } = visit.c
  const back = visit.nextPath(req.header('referer') ?? '')
  const body = <Confirmation question={question} action={req.path} fields={fields} back={back} />
  return { title: 'Are you sure?', body }
}

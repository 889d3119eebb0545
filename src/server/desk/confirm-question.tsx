import { deskPaths } from '#desk/desk-paths.ts'
import { Confirmation } from '#desk/views/frame/confirmation.tsx'
import { QUESTION, QUESTION_WITHOUT, questionAbout } from '#domain/operators/confirm-question.ts'
import type { Asked } from './question-cookie.ts'
import type { DeskRoute } from './route.ts'
import type { OperatorVisit, PageContent } from './visit.tsx'

/** Asks the question that a form carries; undefined if there is none. */
export async function openQuestion(visit: OperatorVisit): Promise<Response | undefined> {
  const fields = await visit.form()
  const question = questionAbout((name) => fields.get(name) ?? '')
  fields.delete(QUESTION)
  fields.delete(QUESTION_WITHOUT)
  if (!question) return undefined
  return ask(visit, question, [...fields])
}

const CONFIRMED = 'confirmed'

/** A question that depends on the input, asked until the form comes back confirmed. */
export async function askAbout(visit: OperatorVisit, question: string): Promise<Response | undefined> {
  const fields = await visit.form()
  if (fields.get(CONFIRMED) === question) return undefined
  return ask(visit, question, [...fields, [CONFIRMED, question]])
}

/**
 * On a page with an address of its own: Back leads to it once the question is answered, and a browser would offer to
 * send the form again. Only a form that is too long for a cookie is answered with the question itself; none of the
 * desk's own is, not even with as many orders as can be ticked.
 */
function ask(visit: OperatorVisit, question: string, fields: [string, string][]): Response {
  const { req } = visit.c
  const asked = { question, action: req.path, fields }
  const back = visit.nextPath(req.header('referer') ?? '')
  return visit.writeQuestion(asked) ? visit.go(deskPaths.question(back)) : visit.page(pageOf(asked, back))
}

function pageOf(asked: Asked, back: string): PageContent {
  return { title: 'Are you sure?', body: <Confirmation {...asked} back={back} /> }
}

/** A question is shown once; afterward its address leads to the page of the form. */
export function questionRoutes(): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/question',
      role: 'read-only',
      isForSetup: true,
      handle(visit) {
        const asked = visit.takeQuestion()
        const back = visit.pathIn('back')
        return asked ? visit.page(pageOf(asked, back)) : visit.go(back)
      },
    },
  ]
}

import type { ReactNode } from 'react'
import { Panel } from './screen.tsx'

export type SetUpStep = {
  id: string
  title: string
  hint: string
  isDone: boolean
  /** The screen where it is done. */
  href: string
  /** The text of the link there. */
  label: string
  /** Where the desk explains it, if it needs to. */
  helpHref: string | undefined
}

type StepListProps = { title: string; steps: readonly SetUpStep[]; note: string; children?: ReactNode }

/** A list of things to set up, in order. The first open one stands out. */
export function StepList({ title, steps, note, children }: StepListProps) {
  const next = steps.find(({ isDone }) => !isDone)
  const doneCount = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel title={title}>
      <p className="hint">
        {doneCount} of {steps.length} done, {note}
      </p>
      <progress className="step-progress" value={doneCount} max={steps.length} aria-label="Steps done" />
      <ol className="steps">
        {steps.map((step, index) => (
          <li key={step.id}>
            <span className={step.isDone ? 'step-mark step-mark-done' : 'step-mark'} aria-hidden="true">
              {step.isDone ? '✓' : index + 1}
            </span>
            <span className="min-w-0">
              {step.title}
              <span className="hint block">{step.hint}</span>
              {!step.isDone && step.helpHref !== undefined && (
                <a className="underlined text-small" href={step.helpHref}>
                  How <span className="sr-only">to do “{step.title}”</span>
                </a>
              )}
            </span>
            {step.isDone ? (
              <span className="hint">Done</span>
            ) : (
              <a className={step === next ? 'button' : 'button button-quiet'} href={step.href}>
                {step.label}
              </a>
            )}
          </li>
        ))}
      </ol>
      {children}
    </Panel>
  )
}

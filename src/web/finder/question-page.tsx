import { useEffect, useRef } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import {
  type Answers,
  ASK_AGAIN,
  askedParameters,
  FEELS,
  type Finder,
  finderParameters,
  LEFT_OUT_HINTS,
  NOTHING,
  type Question,
  QUESTION_NAMES,
  questionAfter,
  questionBefore,
  QUESTIONS,
  readFinder,
  SCENT_WISHES,
  SHOW_ROUTINE,
  WANTS,
} from '#domain/catalogue/finder.ts'
import { GROUP_NAMES, INGREDIENT_GROUPS, type UploadedPicture } from '#domain/catalogue/product.ts'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'

type Asked = Pick<Extract<Finder, { kind: 'question' }>, 'question' | 'answers' | 'isAgain'>

type QuestionPageProps = Asked & { picture: UploadedPicture | undefined }

/** A form that sends itself with GET: without a script, with the button; with one, a tap on an answer is enough. */
export function QuestionPage({ question, answers, isAgain, picture }: QuestionPageProps) {
  const navigate = useNavigate()
  const number = QUESTION_NAMES.indexOf(question) + 1
  const before = questionBefore(question)
  const heading = useFocusOnNext(question)
  const { title, lead } = QUESTIONS[question]
  // What may still be answered isn't needed to see the routine.
  const canSkip = question === 'without' || isAgain
  return (
    <div className="wrap grid items-stretch gap-x-[clamp(2rem,6vw,6rem)] md:grid-cols-[5fr_6fr] md:pt-6">
      <Picture
        className="-mx-gutter h-20 md:mx-0 md:h-full md:min-h-[36rem]"
        picture={picture}
        sizes="(min-width: 1312px) 560px, (min-width: 768px) 42vw, 100vw"
        isDecoration
        isLead
      />
      <Form
        className="flex flex-col pt-4 md:pt-0"
        action={paths.skinFinder()}
        aria-labelledby="question"
        key={question}
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget, event.nativeEvent.submitter)
          const asked = [...fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
          void navigate(paths.skinFinder(askedParameters(readFinder(new URLSearchParams(asked)))))
        }}
      >
        <p className="flex items-baseline justify-between gap-4">
          <span className="eyebrow">Skin finder</span>
          <span className="text-small text-soft tabular-nums">
            Question {number} of {QUESTION_NAMES.length}
          </span>
        </p>
        <Progress number={number} />
        <h1
          className="mt-3 text-[clamp(2.25rem,1.5rem+2.4vw,3.25rem)] leading-[1.08] outline-none md:mt-6"
          id="question"
          ref={heading}
          tabIndex={-1}
        >
          {title}
        </h1>
        <p className="mt-2 text-soft">{lead}</p>
        <KeptAnswers question={question} answers={answers} isAgain={isAgain} />
        <Options question={question} answers={answers} />
        <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 md:gap-x-8">
          <button className="button min-h-13 flex-1 md:min-w-48 md:flex-none" type="submit">
            Next
          </button>
          {before && (
            <Link className="underlined" to={paths.skinFinder(finderParameters(answers, before))}>
              Back
            </Link>
          )}
          {canSkip && (
            <button
              className="max-md:order-last max-md:min-h-11 max-md:w-full"
              type="submit"
              formNoValidate
              {...SHOW_ROUTINE}
            >
              <span className="underlined">See my routine</span>
            </button>
          )}
        </p>
        <p className="mt-4 text-fine text-soft">
          Your answers are in this page’s address and nowhere else. We don’t keep them.
        </p>
      </Form>
    </div>
  )
}

/** The next question gets the focus of the previous one. */
function useFocusOnNext(question: Question) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(question)
  useEffect(() => {
    if (shown.current !== question) heading.current?.focus({ preventScroll: true })
    shown.current = question
  }, [question])
  return heading
}

function Progress({ number }: { number: number }) {
  return (
    <span className="mt-3 grid grid-cols-4 gap-2 md:mt-4" aria-hidden="true">
      {QUESTION_NAMES.map((name, index) => (
        <span
          className={`border-t-3 ${index < number ? 'border-ink' : 'border-line forced-colors:border-[GrayText]'}`}
          key={name}
        />
      ))}
    </span>
  )
}

/** Earlier answers are sent along. A question that is asked again leads to the next one. */
function KeptAnswers({ question, answers, isAgain }: Asked) {
  const { [question]: _asked, ...others } = answers
  const next = questionAfter(question)
  const at = isAgain && next && answers[next] !== undefined ? QUESTION_NAMES.indexOf(next) + 1 : undefined
  return (
    <>
      {finderParameters(others).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={`${name} ${value}`} />
      ))}
      {question === 'without' && <input type="hidden" name="without" value={NOTHING} />}
      {at && <input type="hidden" name={ASK_AGAIN} value={at} />}
    </>
  )
}

type Option = { value: string; label: string; hint: string; isChosen: boolean }

function optionsOf(question: Question, answers: Partial<Answers>): Option[] {
  if (question === 'without')
    return GROUP_NAMES.map((value) => ({
      value,
      label: INGREDIENT_GROUPS[value],
      hint: LEFT_OUT_HINTS[value],
      isChosen: answers.without?.includes(value) ?? false,
    }))
  const options = { want: WANTS, skin: FEELS, scent: SCENT_WISHES }[question]
  return Object.entries(options).map(([value, { label, hint }]) => ({
    value,
    label,
    hint,
    isChosen: answers[question] === value,
  }))
}

function Options({ question, answers }: { question: Question; answers: Partial<Answers> }) {
  const isMultiple = question === 'without'
  // Arrow keys select every answer they pass, so only a pointer moves on to the next question.
  const isPointed = useRef(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notices how an answer is chosen
    <fieldset
      className="-mx-gutter mt-4 md:mx-0 md:mt-6"
      aria-labelledby="question"
      onPointerDown={() => (isPointed.current = true)}
      onKeyDown={() => (isPointed.current = false)}
    >
      {!isMultiple && <legend className="sr-only">Tap an answer to go to the next question.</legend>}
      {optionsOf(question, answers).map(({ value, label, hint, isChosen }) => (
        <label
          className="grid min-h-15 grid-cols-[1.4rem_1fr] items-center gap-x-4 border-t border-line px-gutter py-1.5 last:border-b has-checked:bg-paper has-checked:shadow-[inset_3px_0_0_var(--color-ink)] has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 md:min-h-16 md:px-4"
          key={value}
        >
          <input
            className="size-5.5 accent-forest outline-none"
            type={isMultiple ? 'checkbox' : 'radio'}
            name={question}
            value={value}
            defaultChecked={isChosen}
            required={!isMultiple}
            onClick={({ currentTarget }) => {
              if (!isMultiple && isPointed.current) currentTarget.form?.requestSubmit()
            }}
          />
          <span className="leading-6">
            {label}
            <small className="block text-small text-soft">{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

import { MESSAGES } from '#contract/messages.ts'
import { PersonalPage } from '#server/platform/http/personal-page.tsx'

export function SignupDone({ discountCode }: { discountCode: string }) {
  return (
    <PersonalPage title="Welcome">
      <p className="eyebrow">Welcome</p>
      <h1 className="mt-3">Ten percent for a first drop</h1>
      <p className="mx-auto mt-5 max-w-lg text-lead text-soft">Your code, good for one first order with this email:</p>
      <p className="mx-auto mt-6 max-w-md border-y border-line py-4 text-title tracking-[0.08em]">{discountCode}</p>
      <p className="mt-4 text-small text-soft">We have mailed it to you as well. {MESSAGES.discountNote}</p>
      <p className="mt-8">
        <a className="button" href="/">
          Back to Home
        </a>
      </p>
    </PersonalPage>
  )
}

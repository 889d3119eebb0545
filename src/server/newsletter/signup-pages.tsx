import { MESSAGES } from '#contract/messages.ts'
import { PersonalPage } from '#server/platform/http/personal-page.tsx'

export function SignupDone({ discountCode }: { discountCode: string }) {
  return (
    <PersonalPage title="Welcome">
      <p className="eyebrow">Welcome</p>
      <h1 className="mt-3">Ten percent for a first drop</h1>
      <p className="mx-auto mt-5 max-w-lg text-lead text-soft">
        Your code, good for one first order with this email address:
      </p>
      <p className="mx-auto mt-6 max-w-md border-y border-line py-4 text-title tracking-[0.06em] whitespace-nowrap">
        {discountCode}
      </p>
      <p className="mt-4 text-small text-soft">We’ve emailed it to you, too. {MESSAGES.discountNote}</p>
      <p className="mt-8">
        <a className="button" href={`/?code=${encodeURIComponent(discountCode)}`}>
          Shop with your code
        </a>
      </p>
    </PersonalPage>
  )
}

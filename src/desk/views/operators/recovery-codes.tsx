import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'

type RecoveryCodesProps = { email: string; codes: readonly string[]; createdAt: Date; address: string }

/** Shown once, to be printed. */
export function NewRecoveryCodes({ email, codes, createdAt, address }: RecoveryCodesProps) {
  return (
    <>
      <p className="print-bar">
        <a className="underlined" href={deskPaths.account()}>
          Done, back to Account
        </a>
        <button type="button" className="button" data-print>
          Print
        </button>
      </p>
      <article className="slip">
        <h1>Recovery codes</h1>
        <p className="mt-2 wrap-anywhere">
          For {email} at the Bloomera desk, {shortDateTime(createdAt)}
        </p>
        <p className="flash mt-4 screen-only" role="status">
          These are shown only once. Print this page or write the codes down now. Older codes no longer work.
        </p>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <p className="mt-4">
          Lost your phone? Go to <span className="wrap-anywhere">{address}</span>, choose “Email me a sign-in link”,
          open the link, and enter one of these codes. Each works once. Keep this page where you keep your keys, not in
          your email.
        </p>
      </article>
    </>
  )
}

import { PersonalPage } from '#server/platform/http/personal-page.tsx'
import type { StoredMail } from './local-mailbox.ts'

export function MailboxList({ mails }: { mails: readonly StoredMail[] }) {
  return (
    <PersonalPage title="Mailbox">
      <p className="eyebrow">On this machine only</p>
      <h1 className="mt-3">Mailbox</h1>
      <p className="mx-auto mt-5 max-w-lg text-soft">
        Without SMTP_URL no mail leaves this machine; what the shop would have sent is here.
      </p>
      {mails.length === 0 && <p className="mt-8">No mail yet.</p>}
      <ul className="mx-auto mt-8 max-w-3xl text-left">
        {mails.map((mail) => (
          <li key={mail.id} className="border-t border-line py-3">
            <a className="block hover:text-amber" href={`/mailbox/${mail.id}`}>
              {mail.subject}
              <span className="block text-small text-soft">
                {mail.to} · {mail.deliveredAt}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </PersonalPage>
  )
}

export function MailboxMail({ mail }: { mail: StoredMail }) {
  const headers = {
    From: `${mail.from.name} <${mail.from.address}>`,
    ...(mail.replyTo && { 'Reply-To': mail.replyTo }),
    To: mail.to,
    Date: mail.deliveredAt,
    'Message-ID': mail.messageId,
    ...mail.headers,
  }
  return (
    <PersonalPage title={mail.subject}>
      <p>
        <a className="underlined" href="/mailbox">
          Mailbox
        </a>
      </p>
      <h1 className="mt-3 text-section">{mail.subject}</h1>
      <dl className="mx-auto mt-6 max-w-3xl text-left text-small">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name} className="border-t border-line py-1">
            <dt className="inline text-soft">{name}: </dt>
            <dd className="inline">{value}</dd>
          </div>
        ))}
      </dl>
      <iframe
        // The email's own CSP forbids scripts; the sandbox must allow them for browser tests to inspect the frame.
        sandbox="allow-scripts"
        className="mx-auto mt-6 h-[56rem] w-full max-w-3xl border border-line"
        src={`/mailbox/${mail.id}/html`}
        title="The mail"
      />
      <pre className="mx-auto mt-6 max-w-3xl text-left text-small whitespace-pre-wrap">{mail.text}</pre>
    </PersonalPage>
  )
}

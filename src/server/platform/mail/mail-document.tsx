import type { CSSProperties, ReactNode } from 'react'
import type { MailBlock, MailContent } from './mail-content.ts'

/** The shop's design within the limits of mail clients: tables, inline styles, system fonts. */
const BONE = '#f6f0e6'
const PAPER = '#fcf9f3'
const LINE = '#dccfba'
const INK = '#20281f'
const SOFT = '#5b6152'
const FOREST = '#2a382c'
const AMBER = '#8f5417'

/**
 * The shop's dark scheme. Inline styles have the light one, which a client that drops this keeps; in others,
 * `!important` overrides them.
 */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.bone{background:#161b16!important;color:#f1eadc!important}
.paper{background:#1e241d!important;color:#f1eadc!important}
.soft{color:#b3b7a6!important}
.amber{color:#e2b36b!important}
.line{border-color:#3a4337!important}
.action{background:#eadfc9!important;color:#1a201a!important}
}`

const serif = "'Cormorant Garamond', Georgia, 'Times New Roman', serif"
const sans = "Jost, 'Helvetica Neue', Arial, sans-serif"
const paragraph: CSSProperties = { margin: '0 0 20px', fontSize: 17, lineHeight: '27px' }
const cell: CSSProperties = { padding: '8px 0', borderTop: `1px solid ${LINE}`, fontSize: 16, verticalAlign: 'top' }

type DocumentProps = { content: MailContent; footer: readonly string[]; unsubscribeUrl?: string | undefined }

export function MailDocument({ content, footer, unsubscribeUrl }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* oxlint-disable-next-line react/no-danger -- a constant of ours */}
        <style dangerouslySetInnerHTML={{ __html: DARK }} />
        <title>{content.subject}</title>
      </head>
      <body className="bone" style={{ margin: 0, background: BONE, color: INK, fontFamily: sans }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{content.preview}</div>
        <Column>
          <p style={{ margin: '0 0 24px', fontFamily: serif, fontSize: 30 }}>Bloomera</p>
          <table
            className="paper"
            role="presentation"
            width="100%"
            cellPadding={0}
            cellSpacing={0}
            style={{ background: PAPER }}
          >
            <tbody>
              <tr>
                <td style={{ padding: '36px 32px 20px', wordBreak: 'break-word' }}>
                  <p
                    className="amber"
                    style={{
                      margin: '0 0 10px',
                      color: AMBER,
                      fontSize: 12,
                      letterSpacing: 2,
                      textTransform: 'uppercase',
                    }}
                  >
                    {content.eyebrow}
                  </p>
                  <h1
                    style={{ margin: '0 0 24px', fontFamily: serif, fontSize: 36, fontWeight: 500, lineHeight: '40px' }}
                  >
                    {content.heading}
                  </h1>
                  {content.blocks.map((block, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
                    <Block key={index} block={block} />
                  ))}
                </td>
              </tr>
            </tbody>
          </table>
          <p className="soft" style={{ margin: '24px 0 0', color: SOFT, fontSize: 13, lineHeight: '20px' }}>
            {footer.map((line) => (
              <span key={line}>
                {line}
                <br />
              </span>
            ))}
            {unsubscribeUrl && (
              <a className="soft" href={unsubscribeUrl} style={{ color: SOFT }}>
                Unsubscribe
              </a>
            )}
          </p>
        </Column>
      </body>
    </html>
  )
}

function Column({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a layout table cell is not a control */}
          <td align="center" style={{ padding: '32px 16px' }}>
            <table
              role="presentation"
              width="100%"
              cellPadding={0}
              cellSpacing={0}
              style={{ maxWidth: 560, textAlign: 'left' }}
            >
              <tbody>
                <tr>
                  <td>{children}</td>
                </tr>
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Block({ block }: { block: MailBlock }) {
  switch (block.kind) {
    case 'text':
      return <p style={paragraph}>{block.text}</p>
    case 'code':
      return (
        <p
          className="line"
          style={{
            ...paragraph,
            padding: 16,
            border: `1px solid ${LINE}`,
            fontSize: 22,
            letterSpacing: 2,
            textAlign: 'center',
          }}
        >
          {block.text}
        </p>
      )
    case 'button':
      return (
        <p style={paragraph}>
          <a
            className="action"
            href={block.url}
            style={{
              display: 'inline-block',
              padding: '12px 26px',
              background: FOREST,
              color: BONE,
              borderRadius: 2,
              textDecoration: 'none',
            }}
          >
            {block.label}
          </a>
        </p>
      )
    case 'rows':
      return (
        <table width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 20px' }}>
          <tbody>
            {block.rows.map(({ label, value, isSum }) => (
              <tr key={label} style={{ fontWeight: isSum ? 600 : 400 }}>
                <td className="line" style={cell}>
                  {label}
                </td>
                <td className="line" align="right" style={{ ...cell, whiteSpace: 'nowrap' }}>
                  {value}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )
    case 'lines':
      return (
        <p style={paragraph}>
          <span className="soft" style={{ color: SOFT }}>
            {block.title}
          </span>
          {block.lines.map((line) => (
            <span key={line}>
              <br />
              {line}
            </span>
          ))}
        </p>
      )
  }
}

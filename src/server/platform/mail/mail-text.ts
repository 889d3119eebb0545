import type { MailBlock, MailContent } from './mail-content.ts'

/** The plain-text version. */
export function mailText({ heading, blocks }: MailContent, footer: readonly string[]): string {
  return [heading, ...blocks.map(blockText), `--\n${footer.join('\n')}`].join('\n\n').concat('\n')
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'code':
      return `    ${block.text}`
    case 'button':
      return `${block.label}: ${block.url}`
    case 'rows': {
      const width = Math.max(...block.rows.map(({ label }) => label.length))
      return block.rows.map(({ label, value }) => `${label.padEnd(width)}  ${value}`).join('\n')
    }
    case 'lines':
      return [`${block.title}:`, ...block.lines].join('\n')
  }
}

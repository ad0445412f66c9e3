/** Links from the console to the documentation of the same server: of a panel, an operation, an assumption or an error. */
import { backend } from '../calls/backend.ts'
import { showToast } from '../state/store.ts'
import { PANEL_TOPICS } from '../words/panel-topics.ts'
import { Icon } from './icon.tsx'

/**
 * A small sign that opens a topic: a page, `wiki.requirement.read`, `A17` or `404`. A page with its own simulator has no
 * documentation, and names the command that prints it.
 */
export function DocsLink({ topic, of }: { readonly topic: string; readonly of: string }) {
  const label = `Documentation of ${of}`
  if (backend.isInPage) {
    const command = `npx reqsim docs ${topic.replace(/\.md\b/, '')}`
    const say = (): void => showToast('good', `The documentation comes with the package: ${command}`)
    return (
      <button type="button" class="docs-link" aria-label={label} title={command} onClick={say}>
        <Icon name="help" />
      </button>
    )
  }
  return (
    <a
      class="docs-link"
      href={`docs/${topic}`}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
    >
      <Icon name="help" />
    </a>
  )
}

/** What the status of a failed response means. */
export function ErrorDocs({ status }: { readonly status: number }) {
  return status < 400 ? null : <DocsLink topic={String(status)} of={`status ${status}`} />
}

/** The documentation of a panel, beside its heading. */
export function PanelDocs({ id, title }: { readonly id: string; readonly title: string }) {
  const topic = PANEL_TOPICS[id]
  return topic === undefined ? null : <DocsLink topic={topic} of={title} />
}

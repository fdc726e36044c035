import { showToast } from './notice/toasts.tsx'

/** Copies a text, and says so for 3 s. Over plain http there is no Clipboard API: then with `execCommand`. */
export async function copyText(
  text: string,
  said = 'Código copiado al portapapeles',
  failed = 'No pudimos copiarlo. Mantené apretado el código para copiarlo.',
): Promise<void> {
  if (await copied(text)) showToast(said, { ms: 3000 })
  else showToast(failed, { tone: 'warning' })
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copiedOldWay(text)
  }
}

function copiedOldWay(text: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'visually-hidden'
  document.body.append(box)
  box.select()
  const isDone = document.execCommand('copy')
  box.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}

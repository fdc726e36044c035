import { formatBytes } from '@imprimitodo/shared/rules/archivo'
import { Progress } from '../ui/progress.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useProgreso } from './viaje.ts'

/** Above the buttons: how far the bytes are, from the pick on. `enviando`: the customer waits for them to go on. */
export function SubidaStatus({ enviando }: { enviando?: boolean }) {
  const { sent, total, waiting } = useProgreso()
  if (sent >= total)
    return enviando ? <Spinner visible label="Contando páginas y calculando el precio…" /> : null
  if (sent === 0 && !enviando && !waiting) return null
  const percent = (sent / total) * 100
  const far = `${formatBytes(Math.round(sent))} de ${formatBytes(total)}`
  if (!enviando)
    return (
      <Progress
        label="Subida de tus archivos"
        percent={percent}
        text={waiting ? 'Esperando señal…' : `${Math.floor(percent)}% · ${far}`}
        wide
      />
    )
  return (
    <Progress
      label="Subida de tus archivos"
      title={waiting ? 'Esperando señal…' : 'Subiendo tus archivos…'}
      percent={percent}
      detail={`${far}. Si se corta la señal, seguimos desde ahí.`}
    />
  )
}

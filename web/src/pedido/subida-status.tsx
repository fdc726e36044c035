import { formatBytes } from '@imprimitodo/shared/rules/archivo'
import { Progress } from '../ui/progress.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Progreso } from './subir.ts'

/** Above the buttons while uploading: how far, and what happens if the signal goes. */
export function SubidaStatus({ progreso: { sent, total, waiting, resumable } }: { progreso: Progreso }) {
  const percent = total > 0 ? (sent / total) * 100 : 0
  if (total === 0 || percent >= 100)
    return <Spinner visible label="Contando páginas y calculando el precio…" />
  return (
    <Progress
      label="Subida de tus archivos"
      title={waiting ? 'Esperando señal…' : 'Subiendo tus archivos…'}
      percent={percent}
      detail={`${formatBytes(Math.round(sent))} de ${formatBytes(total)}.${resumable ? ' Si se corta la señal, seguimos desde ahí.' : ''}`}
    />
  )
}

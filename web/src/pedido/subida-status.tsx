import { formatBytes } from '@imprimitodo/shared/rules/archivo'
import { RotateCw } from 'lucide-react'
import { TextButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type Progreso, useProgreso } from './avance.ts'
import { reintentar } from './viaje.ts'

/**
 * Above the buttons: how far the bytes are, from the pick on. `enviando`: the customer waits for them to go on. `told`: why
 * they stopped is said elsewhere.
 */
export function SubidaStatus({ enviando, told }: { enviando?: boolean; told?: boolean }) {
  const progreso = useProgreso()
  const { sent, total, parados } = progreso
  if (sent >= total && parados.length === 0)
    return enviando ? <Spinner visible label="Contando páginas y calculando el precio…" /> : null
  return (
    <>
      <Bar {...progreso} enviando={enviando} />
      {!enviando && !told && parados.length > 0 && (
        <Notice
          tone="warning"
          action={
            <TextButton icon={RotateCw} onClick={reintentar}>
              Reintentar
            </TextButton>
          }
        >
          {parados.map(({ name, detail }) => (
            <p key={name}>
              «{name}» no terminó de subir{detail ? `: ${detail}` : '.'}
            </p>
          ))}
        </Notice>
      )}
    </>
  )
}

function Bar({ sent, total, waiting, parados, enviando }: Progreso & { enviando?: boolean }) {
  // All that is left stands still
  const isStopped = parados.length > 0 && sent + parados.reduce((sum, { left }) => sum + left, 0) >= total
  if (sent === 0 && !enviando && !waiting && !isStopped) return null
  const percent = (sent / total) * 100
  const far = `${formatBytes(Math.round(sent))} de ${formatBytes(total)}`
  if (!enviando)
    return (
      <Progress
        label="Subida de tus archivos"
        percent={percent}
        text={
          isStopped ? `Detenida · ${far}` : waiting ? 'Esperando señal…' : `${Math.floor(percent)}% · ${far}`
        }
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

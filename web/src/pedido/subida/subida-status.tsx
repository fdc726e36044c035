import { formatBytes } from '@imprimitodo/shared/rules/compra/archivo'
import { RotateCw } from 'lucide-react'
import { TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Progress } from '../../ui/notice/progress.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { type Progreso, useProgreso } from './avance.ts'
import { tryAgain } from './viaje.ts'

/** Above the bar: the upload progress from the pick on, while the customer does not wait for it. */
export function SubidaAvance() {
  const progreso = useProgreso()
  const { sent, total, waiting } = progreso
  const isStopped = isStill(progreso)
  if (!isOnItsWay(progreso) || (sent === 0 && !waiting && !isStopped)) return null
  const percent = (sent / total) * 100
  const far = farOf(progreso)
  return (
    <Progress
      label={LABEL}
      percent={percent}
      text={
        isStopped ? `Detenida · ${far}` : waiting ? 'Esperando señal…' : `${Math.floor(percent)}% · ${far}`
      }
      wide
    />
  )
}

/**
 * Above the buttons: why the uploads stopped. `enviando`: the customer waits, so the progress is shown here.
 * `told`: the reason is shown elsewhere.
 */
export function SubidaStatus({ enviando, told }: { enviando?: boolean; told?: boolean }) {
  const progreso = useProgreso()
  const { sent, total, waiting, parados } = progreso
  if (enviando && !isOnItsWay(progreso))
    return <Spinner visible label="Contando páginas y calculando el precio…" />
  if (enviando)
    return (
      <Progress
        label={LABEL}
        title={waiting ? 'Esperando señal…' : 'Subiendo tus archivos…'}
        percent={(sent / total) * 100}
        detail={`${farOf(progreso)}. Si se corta la señal, seguimos desde ahí.`}
      />
    )
  if (told || parados.length === 0) return null
  return (
    <Notice
      tone="warning"
      action={
        <TextButton icon={RotateCw} onClick={tryAgain}>
          Reintentar
        </TextButton>
      }
    >
      {textsOf(parados).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}

/** Each by its name, as far as these are few. */
const FEW = 2

function textsOf(parados: Progreso['parados']): string[] {
  const refused = parados.flatMap(({ name, detail }) =>
    detail ? [`«${name}» no terminó de subir: ${detail}`] : [],
  )
  const cut = parados.filter(({ detail }) => !detail)
  if (cut.length > FEW) return [...refused, `${cut.length} archivos no terminaron de subir.`]
  return [...refused, ...cut.map(({ name }) => `«${name}» no terminó de subir.`)]
}

const LABEL = 'Subida de tus archivos'

const isOnItsWay = ({ sent, total, parados }: Progreso) => sent < total || parados.length > 0

/** All unfinished uploads have stopped. */
const isStill = ({ sent, total, parados }: Progreso) =>
  parados.length > 0 && sent + parados.reduce((sum, { left }) => sum + left, 0) >= total

const farOf = ({ sent, total }: Progreso) => `${formatBytes(Math.round(sent))} de ${formatBytes(total)}`

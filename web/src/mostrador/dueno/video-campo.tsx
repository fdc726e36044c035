import {
  isVideoPropio,
  VIDEO_MAX_BYTES,
  VIDEO_MAX_MB,
  VIDEO_MAX_SEGUNDOS,
  VIDEO_PESADO,
  videoAjeno,
} from '@imprimitodo/shared/rules/vidriera/video'
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextButton } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FileButton } from '../../ui/form/file-button.tsx'
import { Progress } from '../../ui/notice/progress.tsx'
import { sendVideo } from '../session/ask.ts'
import styles from './dueno.module.css'
import { Problema } from './marco.tsx'
import { type Portada, portadaOf, SIN_PORTADA, takePortada } from './portada.ts'
import { fieldProblems } from './valores.ts'

/** `video`: a file of ours, or the typed address; empty for none. */
export type VideoValor = { video: string } & Portada
export const SIN_VIDEO: VideoValor = { video: '', ...SIN_PORTADA }

const FILES = 'video/mp4,video/webm,.mp4,.webm'

/** The video of a product: an upload with its first picture, or the address of one elsewhere. */
export function VideoCampo({
  valor,
  problems,
  onChange,
  onBusy,
}: {
  valor: VideoValor
  problems: Record<string, string>
  onChange: (valor: VideoValor) => void
  onBusy: (isBusy: boolean) => void
}) {
  const [error, setError] = useState<string | null>(null)
  /** During an upload: how much of it is sent. */
  const [percent, setPercent] = useState<number | null>(null)
  const upload = useRef<AbortController>(null)
  useEffect(() => () => upload.current?.abort(), [])
  const isOurs = isVideoPropio(valor.video)
  /** Problems reported before the last change of the field: they are no longer shown. */
  const [past, setPast] = useState(problems)
  const latest = useRef(problems)
  useEffect(() => {
    latest.current = problems
  }, [problems])
  const problem = problems === past ? undefined : problems.video
  const isOfFile = isOurs || percent !== null
  const wrong = error ?? (isOfFile ? problem : undefined)

  function change(next: VideoValor) {
    setError(null)
    setPast(latest.current)
    onChange(next)
  }

  async function send(file: File) {
    setError(null)
    if (file.size > VIDEO_MAX_BYTES) return setError(VIDEO_PESADO)
    const own = new AbortController()
    upload.current = own
    const { signal } = own
    const onProgress = (sent: number, total: number) => setPercent((100 * sent) / total)
    setPercent(0)
    onBusy(true)
    try {
      const answer = await sendVideo(file, { signal, onProgress })
      if (signal.aborted) return
      if (!answer.ok) return setError(fieldProblems(answer).video ?? answer.errores)
      // Without a picture it shows the product's main one
      const portada = await portadaOf(answer.data.video).catch(() => SIN_PORTADA)
      if (!signal.aborted) change({ ...answer.data, ...portada })
    } catch {
      if (!signal.aborted) setError('No hay conexión: el video no se subió.')
    } finally {
      // A cancelled upload has been reported as such, and another may have begun since
      if (upload.current === own) settle()
    }
  }

  function settle() {
    upload.current = null
    setPercent(null)
    onBusy(false)
  }

  /** Ends at once, also while the picture is made, which cannot be interrupted. */
  function cancel() {
    upload.current?.abort()
    settle()
  }

  return (
    <fieldset className={styles.form}>
      <legend>Video</legend>
      {isOurs ? (
        <VideoPropio valor={valor} onChange={change} onProblem={setError} />
      ) : (
        <DireccionCampo
          video={valor.video}
          error={isOfFile ? undefined : problem}
          onChange={(video) => change({ ...SIN_VIDEO, video })}
        />
      )}
      {percent !== null && <Subida percent={percent} onCancel={cancel} />}
      <FileButton
        label={
          isOurs
            ? 'Cambiarlo por otro (MP4 o WebM)'
            : `Subir un video (MP4 o WebM, hasta ${VIDEO_MAX_MB} MB y ${VIDEO_MAX_SEGUNDOS / 60} minutos)`
        }
        icon={Upload}
        accept={FILES}
        disabled={percent !== null}
        onPick={([file]) => file && void send(file)}
      />
      {wrong && <Problema>{wrong}</Problema>}
    </fieldset>
  )
}

/** A file of ours, as customers will see it, and the picture that stands for it. */
function VideoPropio({
  valor,
  onChange,
  onProblem,
}: {
  valor: VideoValor
  onChange: (valor: VideoValor) => void
  onProblem: (text: string) => void
}) {
  const player = useRef<HTMLVideoElement>(null)
  async function pickPicture() {
    if (!player.current) return
    const taken = await takePortada(player.current).catch((reason: Error) => reason.message)
    if (typeof taken === 'string') onProblem(taken)
    else onChange({ ...valor, ...taken })
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the shop's clips show a product and have no words */}
      <video
        ref={player}
        key={valor.video}
        className={styles.video}
        src={valor.video}
        poster={valor.portada ?? undefined}
        controls
        playsInline
        preload="metadata"
        aria-label="El video, como se va a ver"
      />
      <div className={styles.actions}>
        <TextButton onClick={() => void pickPicture()}>Usar este cuadro de portada</TextButton>
        <TextButton onClick={() => onChange(SIN_VIDEO)}>Quitar el video</TextButton>
      </div>
    </>
  )
}

/** The address of a video elsewhere, and from where it will be loaded. */
function DireccionCampo({
  video,
  error,
  onChange,
}: {
  video: string
  error: string | undefined
  onChange: (video: string) => void
}) {
  const ajeno = videoAjeno(video)
  return (
    <>
      <Field
        label="Dirección en YouTube o Vimeo"
        name="video"
        value={video}
        hint={ajeno ? undefined : 'Por ejemplo https://youtu.be/… o https://vimeo.com/…'}
        error={error}
        autoComplete="off"
        inputMode="url"
        onChange={({ target }) => onChange(target.value)}
      />
      {ajeno && (
        <p>
          Se carga desde {ajeno.sitio} cuando el cliente lo reproduce.{' '}
          <a href={ajeno.direccion} target="_blank" rel="noreferrer">
            Verlo en {ajeno.sitio}
          </a>
        </p>
      )}
    </>
  )
}

function Subida({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  return (
    <>
      <Progress
        label="Subida del video"
        percent={percent}
        text={percent < 100 ? undefined : 'Revisándolo…'}
      />
      <TextButton onClick={onCancel}>Cancelar la subida</TextButton>
    </>
  )
}

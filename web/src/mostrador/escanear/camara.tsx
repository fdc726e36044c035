import { Camera, CameraOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './camara.module.css'
import { readPhoto } from './decode.ts'
import { useCamara } from './use-camara.ts'

const TEXTS = {
  apagada: 'Apuntá la cámara al QR del cliente.',
  pidiendo: 'Dale permiso a la cámara…',
  leyendo: 'Buscando un QR…',
  'sin-permiso': 'La cámara no tiene permiso. Activalo en el navegador, o usá la lectora o el teclado.',
  'no-hay': 'No pudimos usar una cámara. Usá la lectora, el teclado o una foto.',
  insegura: 'La cámara en vivo necesita https. Sacale una foto al QR, o usá la lectora o el teclado.',
} as const

/** The camera, live where the browser allows it; a photo of the QR works everywhere. */
export function Camara({ onText }: { onText: (text: string) => void }) {
  const { estado, video, start, stop } = useCamara(onText)
  const [photo, setPhoto] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const isOn = estado === 'leyendo'

  async function take(file: File | undefined) {
    if (!file) return
    setPhoto('Leyendo la foto…')
    const text = await readPhoto(file).catch(() => null)
    setPhoto(text ? null : 'En esa foto no encontramos ningún QR. Probá más de cerca y con luz.')
    if (text) onText(text)
  }

  return (
    <section className={styles.camera} aria-label="Cámara">
      <video ref={video} className={isOn ? styles.live : styles.off} playsInline muted />
      {isOn && <i className={styles.frame} aria-hidden />}
      <p role="status" className={styles.text}>
        {photo ?? TEXTS[estado]}
      </p>
      <div className={styles.buttons}>
        {isOn || estado === 'pidiendo' ? (
          <Button size="medium" icon={CameraOff} onClick={stop}>
            Apagar la cámara
          </Button>
        ) : (
          <Button size="medium" icon={Camera} onClick={() => void start()}>
            Usar la cámara
          </Button>
        )}
        <Button size="medium" onClick={() => picker.current?.click()}>
          Leer una foto
        </Button>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          capture="environment"
          aria-label="Foto del QR"
          tabIndex={-1}
          className="visually-hidden"
          onChange={({ target }) => {
            void take(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
    </section>
  )
}

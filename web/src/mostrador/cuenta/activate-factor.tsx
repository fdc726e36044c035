import { CodigoForm } from '@imprimitodo/shared/api/acceso'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showProblem } from '../../ui/notice/toasts.tsx'
import { Qr } from '../../ui/picture/qr.tsx'
import { useBusy } from '../../ui/state/use-busy.ts'
import { BusyButton } from '../busy-button.tsx'
import styles from '../dueno/dueno.module.css'
import { Editor } from '../dueno/editor.tsx'
import { textOf } from '../dueno/valores.ts'
import { ask } from '../session/ask.ts'

/** Turns the second factor on: QR, first code, recovery codes. `onDone`: the codes were shown. */
export function ActivateFactor({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<{ secreto: string; uri: string } | null>(null)
  const [codigos, setCodigos] = useState<string[] | null>(null)
  const { isBusy, run } = useBusy()

  async function begin() {
    const answer = await ask('POST /api/mostrador/segundo-factor/preparar').catch(() => null)
    if (answer?.ok) return setSecret(answer.data)
    showProblem(answer?.errores ?? 'No hay conexión. Probá de nuevo.')
  }

  return (
    <>
      <BusyButton size="medium" variant="primary" isBusy={isBusy} onClick={() => void run(begin)}>
        Activar el segundo factor
      </BusyButton>
      {secret && (
        <Editor
          title="Activar el segundo factor"
          schema={CodigoForm}
          campos={[
            { name: 'codigo', label: 'Código de la aplicación', hint: 'Los 6 dígitos que muestra ahora.' },
          ]}
          inicial={{ codigo: '' }}
          action="Activar"
          busyText="Activando…"
          saved="Segundo factor activo"
          body={({ codigo }) => ({ codigo: textOf(codigo) })}
          save={(body) => ask('POST /api/mostrador/segundo-factor/activar', { body })}
          onSaved={(made) => setCodigos(made.codigos)}
          onClose={() => setSecret(null)}
          above={
            <>
              <p>Escaneá este código con la aplicación, o escribí la clave a mano:</p>
              <Qr className={styles.qr} text={secret.uri} label="QR para la aplicación de códigos" />
              <p className={styles.secret}>{inFours(secret.secreto)}</p>
            </>
          }
        />
      )}
      {codigos && (
        <Recuperacion
          codigos={codigos}
          onClose={() => {
            setCodigos(null)
            onDone()
          }}
        />
      )}
    </>
  )
}

/** A key that is typed by hand: applications ignore the spaces. */
const inFours = (key: string): string => key.replace(/.{4}(?=.)/g, '$& ')

/** The recovery codes, shown only now. */
export function Recuperacion({ codigos, onClose }: { codigos: string[]; onClose: () => void }) {
  return (
    <Dialog
      title="Códigos de recuperación"
      isShownOnce
      onClose={onClose}
      actions={<Button onClick={onClose}>Ya los guardé</Button>}
    >
      <Notice tone="warning" still>
        Se muestran esta única vez. Guardalos en papel: cada uno deja ingresar una vez si perdés el teléfono.
      </Notice>
      <ul className={styles.codes}>
        {codigos.map((codigo) => (
          <li key={codigo}>{codigo}</li>
        ))}
      </ul>
    </Dialog>
  )
}

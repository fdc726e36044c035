import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Qr } from '../../ui/qr.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ask } from '../session/ask.ts'
import { useDueno, useRefresh } from './datos.ts'
import styles from './dueno.module.css'
import { Editor } from './editor.tsx'
import { textOf } from './valores.ts'

/** Turning the second factor on (QR, first code, recovery codes) and off. */
export function SegundoFactor() {
  const { data } = useDueno('GET /api/mostrador/segundo-factor', undefined)
  const [secret, setSecret] = useState<{ secreto: string; uri: string } | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const [codigos, setCodigos] = useState<string[] | null>(null)
  const refresh = useRefresh()

  async function begin() {
    const answer = await ask('POST /api/mostrador/segundo-factor/preparar').catch(() => null)
    if (answer?.ok) return setSecret(answer.data)
    showToast(answer?.errores ?? 'No hay conexión: no se pudo empezar.', { tone: 'error' })
  }

  if (!data) return null
  return (
    <section className={styles.form} aria-label="Segundo factor">
      <h2>Segundo factor</h2>
      {data.activo ? (
        <p>
          Activo: al ingresar se pide además el código de tu teléfono. Te quedan {data.recuperacion} códigos
          de recuperación.
        </p>
      ) : (
        <p>
          Apagado. Con él, quien averigüe tu contraseña no puede ingresar sin tu teléfono. Hace falta una
          aplicación de códigos, como Google Authenticator o Aegis.
        </p>
      )}
      <div>
        {data.activo ? (
          <Button size="medium" onClick={() => setLeaving(true)}>
            Apagar el segundo factor
          </Button>
        ) : (
          <Button size="medium" onClick={begin}>
            Activar el segundo factor
          </Button>
        )}
      </div>
      {secret && (
        <Editor
          title="Activar el segundo factor"
          campos={[{ name: 'codigo', label: 'Código de la aplicación', hint: '6 dígitos.' }]}
          inicial={{ codigo: '' }}
          saved="Segundo factor activo"
          save={({ codigo }) =>
            ask('POST /api/mostrador/segundo-factor/activar', { body: { codigo: textOf(codigo) } })
          }
          onSaved={(made) => {
            setCodigos(made.codigos)
            refresh()
          }}
          onClose={() => setSecret(null)}
        >
          {() => (
            <>
              <p>Escaneá este código con la aplicación, o escribí la clave a mano:</p>
              <Qr className={styles.qr} text={secret.uri} label="QR para la aplicación de códigos" />
              <p className={styles.secret}>{secret.secreto}</p>
            </>
          )}
        </Editor>
      )}
      {isLeaving && (
        <Editor
          title="Apagar el segundo factor"
          campos={[{ name: 'codigo', label: 'Código de la aplicación, o uno de recuperación' }]}
          inicial={{ codigo: '' }}
          saved="Segundo factor apagado"
          save={({ codigo }) =>
            ask('POST /api/mostrador/segundo-factor/desactivar', { body: { codigo: textOf(codigo) } })
          }
          onSaved={refresh}
          onClose={() => setLeaving(false)}
        />
      )}
      {codigos && (
        <Dialog
          title="Códigos de recuperación"
          onClose={() => setCodigos(null)}
          actions={<Button onClick={() => setCodigos(null)}>Ya los guardé</Button>}
        >
          <Notice tone="warning" still>
            Se muestran esta única vez. Guardalos en papel: cada uno deja ingresar una vez si perdés el
            teléfono.
          </Notice>
          <ul className={styles.codes}>
            {codigos.map((codigo) => (
              <li key={codigo}>{codigo}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </section>
  )
}

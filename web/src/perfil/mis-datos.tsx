import type { ClienteActual } from '@imprimitodo/shared/api/auth'
import { Download, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { RefusedError } from '../api/query-client.ts'
import { rechazoIn } from '../api/rechazo.ts'
import { withRenewal } from '../api/session/renewal.ts'
import { bearerOf } from '../api/session/token.ts'
import { withTimeout } from '../api/timeout.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { saveBlob } from '../ui/save-blob.ts'
import { useBusy } from '../ui/state/use-busy.ts'
import styles from './perfil.module.css'

const DeleteCuenta = lazy(async () => ({ default: (await import('./delete-cuenta.tsx')).DeleteCuenta }))

/** The rights under Ley 25.326: to see the stored data, and to have it deleted. */
export function MisDatos({ cliente, onForgotten }: { cliente: ClienteActual; onForgotten: () => void }) {
  const [isDeleting, setDeleting] = useState(false)
  const { isBusy, run } = useBusy()
  const [failed, setFailed] = useState(false)

  async function download() {
    setFailed(false)
    try {
      saveBlob(await exported(), 'mis-datos.json')
    } catch {
      setFailed(true)
    }
  }

  return (
    <section className={`${styles.sheet} ${styles.datos}`} aria-labelledby="mis-datos">
      <h2 id="mis-datos">Tus datos</h2>
      <p className={styles.small}>
        Son tuyos: podés bajarlos cuando quieras, o pedir que los borremos. Los pedidos quedan en nuestros
        libros, sin tu nombre.
      </p>
      <Button wide icon={Download} aria-disabled={isBusy || undefined} onClick={() => void run(download)}>
        {isBusy ? 'Preparando...' : 'Descargar mis datos'}
      </Button>
      {failed && <Notice tone="error">No pudimos reunirlos. Intentá de nuevo.</Notice>}
      <TextButton icon={Trash2} onClick={() => setDeleting(true)}>
        Eliminar la cuenta
      </TextButton>
      {isDeleting && (
        <Suspense fallback={null}>
          <DeleteCuenta email={cliente.email} onForgotten={onForgotten} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Outside the JSON contract: a file. */
async function exported(): Promise<Blob> {
  const response = await withRenewal('', (access) =>
    withTimeout(undefined, (signal) =>
      fetch('/api/clientes/exportar', { credentials: 'include', headers: bearerOf(access), signal }),
    ),
  )
  if (!response.ok)
    throw new RefusedError({ status: response.status, codigo: rechazoIn(response.headers), errores: null })
  return response.blob()
}

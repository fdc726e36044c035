import { ArchivoPage } from '../pedido-estado/archivo-page.tsx'
import type { SendParts } from '../pedido-estado/enviar.ts'
import { optional } from '../ui/later.ts'

/** As the files of an order travel: screens do not know each other. */
const sendParts: SendParts = async (file, callbacks) => {
  const { uploadInParts } = await optional(() => import('../api/subir-partes.ts'))
  return uploadInParts(file, file, callbacks)
}

export const ArchivoRoute = () => <ArchivoPage sendParts={sendParts} />

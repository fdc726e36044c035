import { ArchivoPage } from '../pedido-estado/archivo-page.tsx'
import type { SendParts } from '../pedido-estado/send-archivo.ts'
import { optional } from '../ui/later.ts'

/** As the files of an order travel: screens do not know each other. */
const sendParts: SendParts = async (file, callbacks) => {
  const { uploadInParts } = await optional(() => import('../api/upload-in-parts.ts'))
  return uploadInParts(file, file, callbacks)
}

export const ArchivoRoute = () => <ArchivoPage sendParts={sendParts} />

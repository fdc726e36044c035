import { loadPartes } from '../api/upload/load-partes.ts'
import { ArchivoPage } from '../pedido-estado/archivo-page.tsx'
import type { SendParts } from '../pedido-estado/send-archivo.ts'

/**
 * Sends the file in the way that an order's files are sent; it is passed in, since screens do not import each
 * other.
 */
const sendParts: SendParts = async (file, callbacks) => {
  const { uploadInParts } = await loadPartes()
  return uploadInParts(file, file, callbacks)
}

export const ArchivoRoute = () => <ArchivoPage sendParts={sendParts} />

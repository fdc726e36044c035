CREATE INDEX "correos_rechazados" ON "correos" USING btree ("rechazado") WHERE "correos"."rechazado" is not null;--> statement-breakpoint
CREATE INDEX "correos_creados" ON "correos" USING btree ("creado");--> statement-breakpoint
CREATE INDEX "correos_con_texto" ON "correos" USING btree ("creado") WHERE "correos"."html" <> '';
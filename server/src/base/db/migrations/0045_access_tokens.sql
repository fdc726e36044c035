CREATE TABLE "accesos" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"sesion_id" uuid NOT NULL,
	"vence" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accesos" ADD CONSTRAINT "accesos_sesion_id_sesiones_id_fk" FOREIGN KEY ("sesion_id") REFERENCES "public"."sesiones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accesos_sesion" ON "accesos" USING btree ("sesion_id");
<?php
/** `wp parfocal pair ADDRESS --site=1 --audience=wordpress`: stores the settings and prints what Parfocal must know. */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

if ( defined( 'WP_CLI' ) && WP_CLI ) {
	\WP_CLI::add_command(
		'parfocal pair',
		function ( array $words, array $options ) {
			update_option( SETTINGS_OPTION, clean_settings( array( 'address' => $words[0] ?? '' ) + $options + settings() ) );
			if ( '' === settings()['address'] ) {
				\WP_CLI::error( 'The address must look like https://slides.example.edu.' );
			}
			\WP_CLI::line(
				wp_json_encode(
					array(
						'hostIssuer'   => issuer(),
						'hostAudience' => settings()['audience'],
						'hostKeysUrl'  => keys_url(),
					),
					JSON_UNESCAPED_SLASHES
				)
			);
		}
	);
}

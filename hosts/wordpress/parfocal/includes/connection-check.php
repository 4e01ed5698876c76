<?php
/** Whether Parfocal and this site understand each other; what is wrong is said in plain words. */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

/** @return array<string, string> by the code that Parfocal answers. */
function fault_texts(): array {
	return array(
		'siteToken.noHost'     => __( 'Parfocal does not know this site yet. In Parfocal, open Options, Sign-in from a host site, and enter the three values below.', 'parfocal' ),
		'siteToken.unknownKey' => __( 'Parfocal has not read the public key of this site yet. Check the address of the keys in Parfocal, wait ten seconds, and check again. Parfocal reads it by https at a public address, or in a network of PARFOCAL_HOST_NETWORKS.', 'parfocal' ),
		'siteToken.signature'  => __( 'Parfocal has an older key of this site. Wait ten seconds and check again.', 'parfocal' ),
		'siteToken.issuer'     => __( 'Parfocal expects another address of this site. Enter the address below in Parfocal.', 'parfocal' ),
		'siteToken.audience'   => __( 'The name of the installation differs. Enter the same name here and in Parfocal.', 'parfocal' ),
		'siteToken.site'       => __( 'The number of the site differs. Check it in the address of Parfocal: /s1/ is site 1.', 'parfocal' ),
		'siteToken.expired'    => __( 'The clock of this server is late. Set it by network time.', 'parfocal' ),
		'siteToken.notYet'     => __( 'The clock of this server is ahead. Set it by network time.', 'parfocal' ),
		'siteToken.closed'     => __( 'Your account in Parfocal is suspended.', 'parfocal' ),
		'siteToken.outdated'   => __( 'Your account was changed a moment ago. Check again.', 'parfocal' ),
	);
}

/** @param int|null $status of HTTP; null: no answer. @return array{0: bool, 1: string} whether it works, and a sentence. */
function check_sentence( ?int $status, string $body ): array {
	if ( null === $status ) {
		return array( false, __( 'Parfocal cannot be reached from this server. Check the address, and whether Parfocal is running.', 'parfocal' ) );
	}
	$answer = json_decode( $body, true );
	if ( ! is_array( $answer ) ) {
		return array( false, __( 'There is no Parfocal at this address.', 'parfocal' ) );
	}
	$person = $answer['user'] ?? null;
	if ( 200 === $status && is_array( $person ) ) {
		/* translators: %s: role in Parfocal */
		return array( true, sprintf( __( 'Connected. Your role in Parfocal: %s.', 'parfocal' ), (string) ( $person['role'] ?? '' ) ) );
	}
	$codes = is_array( $answer['data'] ?? null ) ? $answer['data'] : array();
	foreach ( $codes as $code ) {
		if ( is_string( $code ) && isset( fault_texts()[ $code ] ) ) {
			return array( false, fault_texts()[ $code ] );
		}
	}
	/* translators: %d: status of HTTP */
	return array( false, sprintf( __( 'Parfocal answered with status %d. Its log says why.', 'parfocal' ), $status ) );
}

/** As the administrator who asks. @return array{0: bool, 1: string} */
function check_connection(): array {
	$settings = settings();
	if ( '' === $settings['address'] ) {
		return array( false, __( 'Enter the address of Parfocal.', 'parfocal' ) );
	}
	$token  = answer_token()->get_data()['token'];
	$answer = wp_remote_get(
		$settings['address'] . '/api/session',
		array(
			'timeout'     => 5,
			'redirection' => 0,
			'headers'     => array(
				'accept'       => 'application/json',
				'x-site-id'    => $settings['site'],
				'x-site-token' => $token,
			),
		)
	);
	return is_wp_error( $answer ) ? check_sentence( null, '' ) : check_sentence( (int) wp_remote_retrieve_response_code( $answer ), wp_remote_retrieve_body( $answer ) );
}

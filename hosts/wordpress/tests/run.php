<?php
/** Tests of what needs no WordPress: tokens, roles, paths, check, queue. Usage: php run.php. Prints one line per failure. */

namespace Parfocal;

define( 'ABSPATH', __DIR__ );
define( 'PARFOCAL_SIGNING_SEED', base64_encode( str_repeat( 's', 32 ) ) );
function add_action() {}
function add_filter() {}
function __( string $text ): string {
	return $text;
}
function shortcode_parse_atts( string $words ): array {
	preg_match_all( '/(\w+)="([^"]*)"/', $words, $found );
	return array_combine( $found[1], $found[2] );
}
function wp_salt(): string {
	return 'salt';
}
foreach ( array( 'settings', 'token', 'events', 'media', 'frames', 'posts', 'connection-check' ) as $part ) {
	require __DIR__ . "/../parfocal/includes/$part.php";
}

$failures = 0;
$checks   = 0;
$same     = function ( string $what, $got, $expected ) use ( &$failures, &$checks ) {
	++$checks;
	if ( $got !== $expected ) {
		++$failures;
		echo "$what: ", json_encode( $got ), ' instead of ', json_encode( $expected ), "\n";
	}
};
$read     = fn( string $part ) => json_decode( base64_decode( strtr( $part, '-_', '+/' ) ), true );

// The script of the element is a module, also in WordPress before 6.5.
$tag = '<script src="https://school.example/tokens.js" id="parfocal-tokens-js"></script>';
$same( 'module', as_module( $tag, 'parfocal-tokens' ), str_replace( '<script ', '<script type="module" ', $tag ) );
$same( 'module with a type', as_module( str_replace( '<script ', "<script type='text/javascript' ", $tag ), 'parfocal-tokens' ), str_replace( '<script ', '<script type="module" ', $tag ) );
$same( 'other script', as_module( $tag, 'jquery' ), $tag );

// Tokens. Source of the test key: RFC 8037, appendix A.
$seed = base64_decode( strtr( 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', '-_', '+/' ) );
$same( 'public key', public_key( $seed )['x'], '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' );
$same( 'thumbprint', public_key( $seed )['kid'], 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' );
$same( 'seed of wp-config.php', signing_seed(), str_repeat( 's', 32 ) );
$settings = array(
	'audience' => 'wordpress',
	'site'     => '12',
);
$person   = array(
	'sub'   => '7',
	'sid'   => session_id( 'secret' ),
	'name'  => str_repeat( 'Ä', 300 ),
	'email' => 'a@b.example',
	'roles' => array( 'student' ),
);
$token    = person_token( $person, $settings, 'https://school.example', 1000, $seed );
[ $head, $body, $signature ] = explode( '.', $token );
$same( 'header', $read( $head ), array( 'alg' => 'EdDSA', 'typ' => 'JWT', 'kid' => public_key( $seed )['kid'] ) );
$claims = $read( $body );
$same( 'claims', array_keys( $claims ), array( 'iss', 'aud', 'site', 'iat', 'nbf', 'exp', 'jti', 'sub', 'sid', 'name', 'email', 'roles' ) );
$same( 'life', array( $claims['iat'], $claims['exp'], $claims['site'] ), array( 1000, 1300, '12' ) );
$same( 'long name', $claims['name'], str_repeat( 'Ä', 100 ) );
$same( 'session', strpos( $token, 'secret' ), false );
$same( 'no session', session_id( '' ), '' );
$public = sodium_crypto_sign_publickey( sodium_crypto_sign_seed_keypair( $seed ) );
$same( 'signature', sodium_crypto_sign_verify_detached( base64_decode( strtr( $signature, '-_', '+/' ) ), "$head.$body", $public ), true );
$event = explode( '.', event_token( array( 'user.deleted' => array( 'sub' => '7' ) ), $settings, 'https://school.example', 1000, $seed ) );
$same( 'type of event', $read( $event[0] )['typ'], 'sz-event+jwt' );
$same( 'life of event', $read( $event[1] )['exp'], 1120 );
$same( 'each token is another', $claims['jti'] === $read( $event[1] )['jti'], false );

// Files of the media library.
$file  = array(
	'id'       => '45',
	'filename' => 'kidney.png',
	'title'    => str_repeat( 'Ä', 300 ),
	'bytes'    => 1234,
);
$token = media_token( '7', $file, $settings, 'https://school.example', 1000, $seed );
$parts = explode( '.', $token );
$same( 'type for a file', $read( $parts[0] )['typ'], 'sz-media+jwt' );
$claims = $read( $parts[1] );
$same( 'life for a file', $claims['exp'], 1120 );
$same( 'claims of a file', $claims['media'], array( 'provider' => 'wordpress', 'id' => '45', 'filename' => 'kidney.png', 'title' => str_repeat( 'Ä', 100 ), 'bytes' => 1234 ) );
$person_of = fn( string $token, int $id = 45, array $change = array(), string $issuer = 'https://school.example', int $now = 1100 ) => person_of_media_token( $token, $id, $change + $settings, $issuer, $now, $seed );
$same( 'person of a file', $person_of( $token ), '7' );
$forged = $parts[0] . '.' . base64url( json_encode( array( 'sub' => '1' ) + $claims ) ) . '.' . $parts[2];
$unsigned = base64url( json_encode( array( 'alg' => 'none', 'typ' => 'sz-media+jwt' ) ) ) . ".$parts[1].";
$refused_tokens = array(
	'another file'     => $person_of( $token, 46 ),
	'expired'          => $person_of( $token, 45, array(), 'https://school.example', 1120 ),
	'another site'     => $person_of( $token, 45, array( 'site' => '13' ) ),
	'another audience' => $person_of( $token, 45, array( 'audience' => 'other' ) ),
	'another issuer'   => $person_of( $token, 45, array(), 'https://evil.example' ),
	'a sign-in'        => $person_of( person_token( $person, $settings, 'https://school.example', 1000, $seed ) ),
	'an event'         => $person_of( event_token( array(), $settings, 'https://school.example', 1000, $seed ) ),
	'another key'      => $person_of( media_token( '7', $file, $settings, 'https://school.example', 1000, str_repeat( 'x', 32 ) ) ),
	'forged'           => $person_of( $forged ),
	'unsigned'         => $person_of( $unsigned ),
	'nothing'          => $person_of( '' ),
	'no token'         => $person_of( 'a.b.c' ),
);
foreach ( $refused_tokens as $what => $got ) {
	$same( "file with $what", $got, '' );
}
$same( 'an upload', is_below( '/site/uploads/2026/11/a.png', '/site/uploads' ), true );
foreach ( array( '/site/uploads', '/site/uploads-2/a.png', '/site/uploads/../wp-config.php', '/site/uploads/./a', '/etc/passwd', '', 's3://bucket/a.png' ) as $path ) {
	$same( "no upload: $path", is_below( $path, '/site/uploads' ), false );
}

// Roles.
$same( 'known roles', platform_roles( array( 'author', 'editor', 'shop_manager' ), DEFAULT_ROLES ), array( 'teacher' ) );
$same( 'unknown role', platform_roles( array( 'shop_manager' ), DEFAULT_ROLES ), array( 'student' ) );
$same( 'no role', platform_roles( array(), DEFAULT_ROLES ), array( 'student' ) );

// Paths.
$base = 'https://slides.example';
foreach ( array( '/s1/course2/i9/', '/share/1.ab-c_d', '/s1/manage', '/s1/i9/?view=1,2,3,0' ) as $path ) {
	$same( "path $path", content_path( $path, $base ), $path );
}
$same( 'address', content_path( "$base/s1/i9/", $base ), '/s1/i9/' );
foreach ( array( '', 'https://evil.example/s1/i9/', "$base.evil.example/s1/i9/", '//evil.example/s1', '/s1/../api', 'javascript:alert(1)', '/s1/i9/"onload=' ) as $path ) {
	$same( "refused path $path", content_path( $path, $base ), '' );
}

// Which item a post shows.
$block = '<!-- wp:parfocal/slide {"src":"/s1/course2/c5/","label":"A \u002d\u002d B","style":{"color":{}}} /-->';
$posts = array(
	'shortcode'              => array( 'Look: [parfocal src="/s1/course2/i9/" height="600"] and more', '/s1/course2/i9/' ),
	'block'                  => array( "<p>Look</p>\n$block\n<p>more</p>", '/s1/course2/c5/' ),
	'the first of two'       => array( "$block [parfocal src=\"/s1/i9/\"]", '/s1/course2/c5/' ),
	'the first that counts'  => array( "[parfocal src=\"/share/1.abc\"] [parfocal src=\"https://evil.example/s1/i1/\"] $block", '/s1/course2/c5/' ),
	'whole address, a view'  => array( "[parfocal src=\"$base/s1/i9/?view=1,2,3,0\"]", '/s1/i9/' ),
	'no address'             => array( '[parfocal height="600"] <!-- wp:parfocal/slide /-->', '' ),
	'an address that is long' => array( '[parfocal src="/s1/' . str_repeat( 'f1/', 70 ) . '"]', '' ),
	'broken block'           => array( '<!-- wp:parfocal/slide {"src":} /-->', '' ),
	'another shortcode'      => array( '[parfocals src="/s1/i9/"] [gallery src="/s1/i9/"]', '' ),
	'nothing'                => array( '', '' ),
);
foreach ( $posts as $what => [ $content, $path ] ) {
	$same( "post: $what", path_in_content( $content, $base ), $path );
}

// Check of the connection.
$refusal = fn( string $code ) => json_encode( array( 'data' => array( $code ) ) );
$same( 'unreachable', check_sentence( null, '' )[0], false );
$same( 'not Parfocal', check_sentence( 200, '<html>' )[1], 'There is no Parfocal at this address.' );
$same( 'connected', check_sentence( 200, '{"user":{"role":"teacher"}}' )[0], true );
$same( 'signed in as nobody', check_sentence( 200, '{"user":null}' )[0], false );
$same( 'audience', check_sentence( 401, $refusal( 'siteToken.audience' ) )[1], fault_texts()['siteToken.audience'] );

// Queue.
$entry = fn( string $sub, int $due = 0, int $since = 0 ) => array(
	'events'   => array( 'user.changed' => array( 'sub' => $sub ) ),
	'attempts' => 1,
	'due'      => $due,
	'since'    => $since,
);
$subs  = fn( array $queue ) => array_map( fn( $one ) => $one['events']['user.changed']['sub'], $queue );
$tried = array();
$send  = function ( array $events ) use ( &$tried ) {
	$sub     = $events['user.changed']['sub'];
	$tried[] = $sub;
	return 'down' === $sub ? 'later' : ( 'bad' === $sub ? 'refused' : 'sent' );
};
$left = work_queue( array( $entry( 'a' ), $entry( 'bad' ), $entry( 'later', 900 ), $entry( 'down' ), $entry( 'b' ) ), $send, 100 );
$same( 'tried', $tried, array( 'a', 'bad', 'down' ) );
$same( 'left', $subs( $left ), array( 2 => 'later', 3 => 'down', 4 => 'b' ) );
$same( 'next attempt', array( $left[3]['attempts'], $left[3]['due'] ), array( 2, 160 ) );
$same( 'too old', work_queue( array( $entry( 'old' ) ), $send, EVENT_MAX_AGE + 1 ), array() );
$same( 'one round is bounded', count( work_queue( array_fill( 0, 30, $entry( 'a' ) ), $send, 1 ) ), 10 );
$same( 'delays', array_map( __NAMESPACE__ . '\retry_delay', array( 1, 2, 5, 50 ) ), array( 30, 60, 480, 3600 ) );
$same( 'outcomes', array_map( __NAMESPACE__ . '\outcome_of', array( null, 200, 400, 401, 404, 409, 429, 503 ) ), array( 'later', 'sent', 'refused', 'later', 'refused', 'later', 'later', 'later' ) );

echo "$checks checks, $failures failed\n";
exit( $failures ? 1 : 0 );
